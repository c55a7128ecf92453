import type { Finding, Fix } from '../domain/finding.ts'
import { codeBlock, toMarkdown, toPlainText } from './escape.ts'

/**
 * What stands in the way and the ways out, numbered, with text to copy; no blocks when nothing stands in the way. A way
 * out that several findings share is shown with the first of them.
 */
export function howToUnblock(findings: readonly Finding[]): string[] {
  const inTheWay = findings.filter(({ severity }) => severity === 'block' || severity === 'unknown')
  if (inTheWay.length === 0) return []
  const shown = new Set<string>()
  return ['### How to unblock', ...inTheWay.flatMap((finding) => waysOut(finding, shown))]
}

/** Warnings and notes: they block nothing. */
export function alsoSeen(findings: readonly Finding[]): string[] {
  const softer = findings.filter(({ severity }) => severity === 'warn' || severity === 'note')
  if (softer.length === 0) return []
  const word = { warn: 'Warning', note: 'Note', block: '', unknown: '' }
  return [
    '### Also seen',
    ...softer.map((finding) => `- ${word[finding.severity]} \`${finding.rule}\`: ${toMarkdown(finding.says)}`),
  ]
}

const waitingHelps = 'Nothing needs to be done at first: it is read again by itself.'

function waysOut(finding: Finding, shown: Set<string>): string[] {
  const fixes = finding.fixes.filter((fix) => {
    const key = JSON.stringify([toPlainText(fix.how), fix.paste])
    const isNew = !shown.has(key)
    shown.add(key)
    return isNew
  })
  const heading = `**${toMarkdown(finding.says)}** (\`${finding.rule}\`)`
  if (finding.retry === 'may-cure') return [heading, waitingHelps, ...fixes.map((fix, index) => wayOut(fix, index + 1))]
  return [heading, ...fixes.map((fix, index) => wayOut(fix, index + 1))]
}

function wayOut(fix: Fix, number: number): string {
  const marker = `${number}. `
  const line = `${marker}${toMarkdown(fix.how)}`
  if (fix.paste === undefined) return line
  const indent = ' '.repeat(marker.length)
  return `${line}\n\n${codeBlock(fix.paste).replace(/^/gm, indent)}`
}
