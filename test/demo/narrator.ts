import type { CheckAnnotation, CheckRun } from '../github/world/model.ts'
import { renderMarkdown, renderSection } from './terminal/markdown.ts'
import type { Paint, Style } from './terminal/style.ts'
import { layOutTable } from './terminal/table.ts'
import { widthOf, wrap } from './terminal/wrap.ts'

/** One gate's answer on one pull request. */
export interface GateAnswer {
  readonly pull: number
  /** The check's name, or what a classic gate calls itself. */
  readonly gate: string
  readonly conclusion: string
  readonly title: string
  /** From the deed to the answer; null for what was there before, or answers at once. */
  readonly tookMs: number | null
}

/** Two gates on one situation, for the end. */
export interface Contrast {
  readonly what: string
  readonly classic: string
  readonly ours: string
}

/** Tells the story in the terminal. */
export interface Narrator {
  act(number: number, title: string, framing: string): void
  /** A part of an act. */
  scene(title: string): void
  /** Prints what somebody does, then does it. */
  deed<T>(what: string, deed: () => T): T
  say(text: string): void
  /** Text of people or files, line by line. */
  quote(text: string): void
  answers(rows: readonly GateAnswer[]): void
  /** The check's annotations as a diff shows them; `source` is the annotated file, when there is one. */
  annotations(run: CheckRun, source?: string): void
  /** A part of the check's summary, by the beginning of its heading. */
  section(run: CheckRun, heading: string): void
  /** The check's whole page. */
  page(run: CheckRun): void
  /** What the story came to. */
  contrasts(rows: readonly Contrast[]): void
  /** When the last deed was done, epoch milliseconds. */
  lastDeedAt(): number
}

/** Columns the demo takes. */
export const WIDTH = 100
const INDENT = '  '

export function createNarrator(write: (line: string) => void, style: Style): Narrator {
  let deedAt = 0
  /** Nothing stands between a deed and the first thing that follows. */
  let joins = false

  const print = (text: string) => {
    joins = false
    write(text)
  }
  const gap = () => {
    if (!joins) print('')
  }

  const line = (text: string, depth = 1) => print(`${INDENT.repeat(depth)}${text}`.trimEnd())
  const lines = (texts: readonly string[], depth: number) => {
    for (const text of texts) line(text, depth)
  }
  const roomAt = (depth: number) => WIDTH - INDENT.length * depth
  const prose = (text: string, depth: number, paint: Paint = style.plain) =>
    lines(wrap([{ text, paint }], roomAt(depth)), depth)
  const barred = (texts: readonly string[], depth: number, bar: Paint) =>
    lines(
      texts.map((text) => `${bar('│')} ${text}`),
      depth,
    )

  const rule = (title: string) => {
    const head = `── ${title} `
    print('')
    print(style.strong(head + '─'.repeat(Math.max(0, WIDTH - widthOf(head)))))
    print('')
  }

  const paintOf = (conclusion: string): Paint => {
    if (conclusion === 'success') return style.good
    return conclusion === 'failure' ? style.bad : style.unsure
  }

  return {
    act(number, title, framing) {
      rule(`Act ${number} · ${title}`)
      prose(framing, 1)
    },
    scene(title) {
      print('')
      line(style.strong(title))
    },
    deed(what, deed) {
      print('')
      const [first = '', ...rest] = wrap([{ text: what, paint: style.plain }], roomAt(2))
      line(`› ${first}`)
      lines(rest, 2)
      joins = true
      deedAt = Date.now()
      return deed()
    },
    say(text) {
      gap()
      prose(text, 2)
    },
    quote: (text) => {
      const pieces = text.trimEnd().split('\n')
      barred(
        pieces.flatMap((one) => wrap([{ text: one, paint: style.dim }], roomAt(2) - 2)),
        2,
        style.dim,
      )
    },
    answers(rows) {
      const cells = rows.map(({ pull, gate, conclusion, title, tookMs }) => {
        const paint = paintOf(conclusion)
        return [
          [{ text: markOf(conclusion), paint }],
          [{ text: `#${pull}`, paint: style.plain }],
          [{ text: gate, paint: style.plain }],
          [{ text: conclusion, paint }],
          [{ text: tookMs === null ? '' : `${(tookMs / 1000).toFixed(2)} s`, paint: style.dim }],
          [{ text: title, paint: style.strong }],
        ]
      })
      const timed = rows.some(({ tookMs }) => tookMs !== null)
      const shown = timed ? cells : cells.map((row) => row.filter((_, column) => column !== 4))
      lines(layOutTable(shown, roomAt(2)), 2)
    },
    annotations(run, source) {
      for (const annotation of run.output.annotations) {
        gap()
        const bar = annotation.annotation_level === 'failure' ? style.bad : style.unsure
        barred(annotationLines(annotation, source, roomAt(2) - 2, style), 2, bar)
      }
    },
    section(run, heading) {
      gap()
      barred(renderSection(run.output.summary ?? '', heading, roomAt(2) - 2, style), 2, style.dim)
    },
    page(run) {
      gap()
      const text = [run.output.summary, run.output.text].filter((part) => part !== null).join('\n\n')
      barred(renderMarkdown(text, roomAt(2) - 2, style), 2, style.dim)
    },
    contrasts(rows) {
      rule('What you saw')
      const head = ['', 'classic', 'Claimwarden'].map((text) => [{ text, paint: style.dim }])
      const body = rows.map(({ what, classic, ours }) => [
        [{ text: what, paint: style.plain }],
        [{ text: `${markOf(classic)} ${classic}`, paint: paintOf(classic) }],
        [{ text: `${markOf(ours)} ${ours}`, paint: paintOf(ours) }],
      ])
      lines(layOutTable([head, ...body], roomAt(1)), 1)
    },
    lastDeedAt: () => deedAt,
  }
}

function markOf(conclusion: string): string {
  if (conclusion === 'success') return '✓'
  return conclusion === 'failure' ? '✗' : '?'
}

/** Where it stands, the line it marks, and what it says; the ways out stand in the summary, so not twice. */
function annotationLines(
  annotation: CheckAnnotation,
  source: string | undefined,
  width: number,
  style: Style,
): readonly string[] {
  const marked = source === undefined ? [] : markedLine(annotation, source, style)
  const where = source === undefined ? (annotation.title ?? '') : `${annotation.path}, line ${annotation.start_line}`
  const [, ...told] = annotation.message.split('\n')
  const ways = told.findIndex((one) => one.startsWith('Fix: '))
  const seen = ways < 0 ? told : told.slice(0, ways)
  return [
    ...wrap([{ text: `annotation: ${where}`, paint: style.dim }], width),
    ...marked,
    ...seen.flatMap((one) => wrap([{ text: one, paint: style.plain }], width)),
  ]
}

/** The source line with carets below the annotated columns (from 1, the last one included). */
function markedLine(annotation: CheckAnnotation, source: string, style: Style): readonly string[] {
  const text = source.split('\n')[annotation.start_line - 1] ?? ''
  const number = String(annotation.start_line)
  const first = annotation.start_column ?? 1
  const last = annotation.end_column ?? text.length
  const carets = ' '.repeat(first - 1) + '^'.repeat(Math.max(1, last - first + 1))
  return [
    `${style.dim(`${number} │`)} ${style.code(text)}`,
    `${style.dim(`${' '.repeat(number.length)} │`)} ${style.bad(carets)}`,
  ]
}
