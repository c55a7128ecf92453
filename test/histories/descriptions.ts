import type { DescriptionTruth } from './oracle/issue-verdicts.ts'

export interface Description {
  readonly text: string
  readonly truth: DescriptionTruth
}

const nothing: DescriptionTruth = { closes: [], partOf: [], attests: null }

/** A description about one or two issues, with what it claims. */
export function describe(pick: number, first: number, second: number, ownPath: string): Description {
  switch (pick % 8) {
    case 0:
    case 1:
      return { text: `Some work.\n\nCloses #${first}`, truth: { ...nothing, closes: [first] } }
    case 2:
      return { text: `Closes #${first}, fixes #${second}.`, truth: { ...nothing, closes: [first, second] } }
    case 3:
      return { text: `Closes #${first}, #${second}.`, truth: { ...nothing, closes: [first] } }
    case 4:
      return { text: `Part of #${first}`, truth: { ...nothing, partOf: [first] } }
    case 5:
      return { text: `In backticks it is only named: \`Closes #${first}\``, truth: nothing }
    case 6:
      return {
        text: `Fixes #${first}\n\nPart of #${first} only.`,
        truth: { ...nothing, closes: [first], partOf: [first] },
      }
    default:
      return {
        text: `Resolves #${first}\n\n## Acceptance\n\n- [x] AC1: see \`${ownPath}\`\n`,
        truth: { ...nothing, closes: [first], attests: ownPath },
      }
  }
}

export function issueBody(boxes: readonly boolean[] | null): string {
  if (boxes === null) return 'Something is wrong.'
  const lines = boxes.map((ticked, index) => `- [${ticked ? 'x' : ' '}] thing ${index + 1} works`)
  return `Something is wrong.\n\n## Acceptance criteria\n\n${lines.join('\n')}\n`
}
