import type { GitHubClient, GraphqlError } from '../../../src/github/client.ts'
import { GitHubFailure } from '../../../src/github/client.ts'

/** What the client answers, in order; a failure is thrown. Errors beside data go to the caller's `tolerate`. */
export type ScriptedAnswer = GitHubFailure | { readonly data: unknown; readonly errors?: readonly GraphqlError[] }

export interface ScriptedClient extends GitHubClient {
  /** Names of what was asked: query names and route templates. */
  readonly asked: string[]
}

/** A client that answers from a list, and throws where the caller does not accept an error as GitHub's client would. */
export function scriptedClient(answers: readonly ScriptedAnswer[]): ScriptedClient {
  const asked: string[] = []
  const left = [...answers]
  function next(name: string, tolerate: (error: GraphqlError) => boolean): unknown {
    asked.push(name)
    const answer = left.shift()
    if (answer === undefined) throw new Error(`nothing is scripted for ${name}`)
    if (answer instanceof GitHubFailure) throw answer
    if (answer.errors?.every(tolerate) === false) throw new GitHubFailure('partial', 'scripted')
    return answer.data
  }
  return {
    asked,
    graphql: async <T>(
      query: { name: string },
      _variables: unknown,
      options: { tolerate?: (e: GraphqlError) => boolean } = {},
    ) => next(query.name, options.tolerate ?? (() => false)) as T,
    rest: async <T>(route: string) => ({ status: 200, headers: {}, data: next(route, () => true) as T }),
  }
}
