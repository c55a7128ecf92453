/** What a comment of the app's is for. There is one comment for each purpose on a pull request, updated in place. */
export type CommentPurpose = 'acceptances' | 'reply' | 'status' | 'button' | 'after-merge'

/** The first line of such a comment. Text from outside never comes first, so nothing else can carry it. */
export function markerOf(purpose: CommentPurpose): string {
  return `<!-- claimwarden:${purpose} -->`
}

export function hasMarker(body: string, purpose: CommentPurpose): boolean {
  return body.startsWith(markerOf(purpose))
}
