/** A repository by its two names, as GitHub spells them. Compare with `sameRepository`: GitHub ignores case. */
export interface RepositoryName {
  readonly owner: string
  readonly name: string
}

/** Who can read a repository, from most to fewest. GitHub's `RepositoryVisibility`. */
export type Visibility = 'PUBLIC' | 'INTERNAL' | 'PRIVATE'

export function sameRepository(a: RepositoryName, b: RepositoryName): boolean {
  return repositoryKey(a) === repositoryKey(b)
}

/** `owner/name`. */
export function fullName(repository: RepositoryName): string {
  return `${repository.owner}/${repository.name}`
}

/** One spelling for a repository in any case, to remember things by. */
export function repositoryKey(repository: RepositoryName): string {
  return fullName(repository).toLowerCase()
}

/** An issue or a pull request by number. */
export interface NumberedReference {
  readonly repository: RepositoryName
  readonly number: number
}

/** A run of GitHub Actions, as its URL names it. */
export interface WorkflowRunReference {
  readonly repository: RepositoryName
  readonly runId: number
}

/**
 * The shortest spelling that is still unambiguous beside `home`: `#7` in the same repository, `backend#7` under the
 * same owner, else `owner/backend#7`. It is our own spelling; for text that GitHub must resolve use `linkable`.
 */
export function shortReference(reference: NumberedReference, home: RepositoryName): string {
  const { repository, number } = reference
  if (sameRepository(repository, home)) return `#${number}`
  if (repository.owner.toLowerCase() === home.owner.toLowerCase()) return `${repository.name}#${number}`
  return `${fullName(repository)}#${number}`
}

/** A spelling that GitHub resolves when it is pasted into a text of `home`: `#7` or `owner/backend#7`. */
export function linkable(reference: NumberedReference, home: RepositoryName): string {
  const { repository, number } = reference
  return sameRepository(repository, home) ? `#${number}` : `${fullName(repository)}#${number}`
}

/** One spelling for an issue or a pull request, whatever the case of its repository. */
export function referenceKey({ repository, number }: NumberedReference): string {
  return `${repositoryKey(repository)}#${number}`
}

export function sameReference(a: NumberedReference, b: NumberedReference): boolean {
  return a.number === b.number && sameRepository(a.repository, b.repository)
}
