/** One measured figure beside what it should be. */
export interface Figure {
  readonly what: string
  readonly measured: number
  readonly unit: string
  readonly target: string
  readonly met: boolean
}

export function atMost(what: string, measured: number, unit: string, limit: number): Figure {
  return { what, measured: rounded(measured), unit, target: `≤ ${limit} ${unit}`, met: measured <= limit }
}

export function atLeast(what: string, measured: number, unit: string, limit: number): Figure {
  return { what, measured: rounded(measured), unit, target: `≥ ${limit} ${unit}`, met: measured >= limit }
}

/** A figure to know, without a target. */
export function seen(what: string, measured: number, unit: string): Figure {
  return { what, measured: rounded(measured), unit, target: '', met: true }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

export function table(figures: readonly Figure[]): string {
  return figures
    .map(({ what, measured, unit, target, met }) => {
      return `${met ? '✓' : '✗'} ${what.padEnd(66)} ${`${measured} ${unit}`.padStart(14)}   ${target}`
    })
    .join('\n')
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
