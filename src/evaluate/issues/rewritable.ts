import type { ClaimRoute, Denial, Mention } from '../../domain/closing-claim.ts'

/**
 * The keywords of a description that "Part of" can stand in for. Inside a sentence that denies the claim other words
 * make nonsense ("does not Part of #67"), so that sentence is left to its author.
 */
export function rewritableMentions(claim: {
  readonly routes: readonly ClaimRoute[]
  readonly denials: readonly Denial[]
}): readonly Mention[] {
  const denying = claim.denials.filter(({ kind, place }) => kind !== 'stays-open' && isDescription(place))
  return claim.routes.flatMap(({ route, mention }) => {
    if (route !== 'description' || mention === undefined || !isDescription(mention.place)) return []
    const isDenied = denying.some(({ line, sentence }) => line === mention.line || sentence === mention.sentence)
    return isDenied ? [] : [mention]
  })
}

function isDescription(place: Mention['place']): boolean {
  return place === undefined || place === 'description'
}
