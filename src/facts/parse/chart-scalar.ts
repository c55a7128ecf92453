/** What a plain (unquoted) scalar is to go-yaml v2, by which Helm reads Chart.yaml. */
export interface PlainScalar {
  readonly kind: 'text' | 'number' | 'boolean' | 'null'
  /** The string that Helm gets where it wants one. Empty for null. */
  readonly text: string
}

const truths = new Set('y Y yes Yes YES true True TRUE on On ON'.split(' '))
const untruths = new Set('n N no No NO false False FALSE off Off OFF'.split(' '))
const nulls = new Set(['', '~', 'null', 'Null', 'NULL'])
const infinities = new Map([
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((text) => [text, '+Inf'] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((text) => [text, '-Inf'] as const),
  ...['.nan', '.NaN', '.NAN'].map((text) => [text, 'NaN'] as const),
])

const integer = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/
const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/
const leadingDot = /^\.[0-9]+(?:[eE][-+]?[0-9]+)?$/

/**
 * Resolves a plain scalar by YAML 1.1 as go-yaml v2 does (`resolve.go`), then to a string as sigs.k8s.io/yaml does for
 * string fields: `1.10` is the number 1.1, `010` is 8, `1e3` is 1000. Dates stay text.
 */
export function resolvePlain(source: string): PlainScalar {
  if (nulls.has(source)) return { kind: 'null', text: '' }
  if (truths.has(source)) return { kind: 'boolean', text: 'true' }
  if (untruths.has(source)) return { kind: 'boolean', text: 'false' }
  const special = infinities.get(source)
  if (special !== undefined) return { kind: 'number', text: special }
  const number = source.startsWith('.') ? dotNumber(source) : /^[-+0-9]/.test(source) ? numberText(source) : null
  return number === null ? { kind: 'text', text: source } : { kind: 'number', text: number }
}

function dotNumber(source: string): string | null {
  return leadingDot.test(source) ? floatText(Number(source)) : null
}

function numberText(source: string): string | null {
  const digits = source.replaceAll('_', '')
  const asInteger = integerText(digits)
  if (asInteger !== null) return asInteger
  if (!float.test(digits)) return null
  const value = Number(digits)
  return Number.isFinite(value) ? floatText(value) : null
}

/** Go's `ParseInt(text, 0, 64)`, then `ParseUint`: null when it is no integer or out of their range. */
function integerText(digits: string): string | null {
  const match = integer.exec(digits)
  if (match === null) return null
  const [, sign = '', magnitude = ''] = match
  const isOldOctal = /^0[0-7]+$/.test(magnitude)
  const size = BigInt(isOldOctal ? `0o${magnitude.slice(1)}` : magnitude.toLowerCase())
  const limit = sign === '-' ? 2n ** 63n : sign === '+' ? 2n ** 63n - 1n : 2n ** 64n - 1n
  if (size > limit) return null
  return String(sign === '-' ? -size : size)
}

/** Go's `strconv.FormatFloat(value, 'g', -1, 32)`: the shortest digits that give the same 32-bit float. */
export function floatText(value: number): string {
  const single = Math.fround(value)
  if (!Number.isFinite(single)) return single > 0 ? '+Inf' : '-Inf'
  if (single === 0) return Object.is(single, -0) ? '-0' : '0'
  const sign = single < 0 ? '-' : ''
  const { digits, exponent } = shortestDigits(Math.abs(single))
  return sign + (exponent < -4 || exponent >= 6 ? scientific(digits, exponent) : positional(digits, exponent))
}

/** `digits` d1 d2 d3 … stand for d1.d2d3… times ten to the exponent. Nine digits always tell 32-bit floats apart. */
function shortestDigits(single: number): { readonly digits: string; readonly exponent: number } {
  let count = 0
  while (count < 8 && Math.fround(Number(single.toExponential(count))) !== single) count += 1
  const [mantissa = '0', exponent = '0'] = single.toExponential(count).split('e')
  return { digits: mantissa.replace('.', ''), exponent: Number(exponent) }
}

function scientific(digits: string, exponent: number): string {
  const rest = digits.slice(1)
  const size = String(Math.abs(exponent)).padStart(2, '0')
  return `${digits.slice(0, 1)}${rest === '' ? '' : `.${rest}`}e${exponent < 0 ? '-' : '+'}${size}`
}

function positional(digits: string, exponent: number): string {
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  const rest = digits.slice(exponent + 1)
  return rest === '' ? whole : `${whole}.${rest}`
}
