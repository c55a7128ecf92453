import type { VerdictKind } from '../domain/verdict.ts'
import { rewritableMentions } from '../evaluate/issues/rewritable.ts'
import type { CheckRunInput } from './check-run-input.ts'
import { blockedClaims } from './verdict-words.ts'

/** A button of a check run. GitHub's limits: label 20, description 40, identifier 20 characters; three of them. */
export interface Action {
  readonly label: string
  readonly description: string
  readonly identifier: ActionIdentifier
}

export const actionIdentifiers = ['part-of', 'recheck'] as const
export type ActionIdentifier = (typeof actionIdentifiers)[number]

export const recheckAction: Action = {
  label: 'Re-check',
  description: 'Read everything again and judge anew',
  identifier: 'recheck',
}

export const partOfAction: Action = {
  label: 'Use "Part of"',
  description: 'Rewrite the blocked closing keywords',
  identifier: 'part-of',
}

/** Buttons only where something stands in the way; `Use "Part of"` only where a keyword of a description does. */
export function actionsOf(input: CheckRunInput, kind: VerdictKind): Action[] {
  if (kind === 'pass') return []
  const rewritable =
    input.check === 'claims/issues' &&
    input.pulls.some(({ evaluation }) =>
      blockedClaims(evaluation).some((claim) => rewritableMentions(claim).length > 0),
    )
  return rewritable ? [partOfAction, recheckAction] : [recheckAction]
}
