import type { GraphQLError } from 'graphql'

/** The `type` words that GitHub puts on an entry of `errors`, and our own for what is not simulated. */
export type GitHubErrorType =
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'RATE_LIMITED'
  | 'MAX_NODE_LIMIT_EXCEEDED'
  | 'MISSING_PAGINATION_BOUNDARIES'
  | 'EXCESSIVE_PAGINATION'
  | 'INVALID_CURSOR_ARGUMENTS'
  | 'INVALID_ARGUMENTS'
  | 'RESOURCE_LIMITS_EXCEEDED'
  | 'SIMULATION_UNSUPPORTED'

/** An error as GitHub's GraphQL API answers it. */
export interface AnsweredError {
  type?: GitHubErrorType | undefined
  path?: readonly (string | number)[] | undefined
  locations?: readonly { line: number; column: number }[] | undefined
  extensions?: Record<string, unknown> | undefined
  message: string
}

/** Thrown by resolvers; its `type` reaches the answer. */
export class GitHubGraphqlError extends Error {
  readonly type: GitHubErrorType
  constructor(type: GitHubErrorType, message: string) {
    super(message)
    this.type = type
  }
}

export function notFound(message: string): GitHubGraphqlError {
  return new GitHubGraphqlError('NOT_FOUND', message)
}

/** What an installation token without the permission gets, whatever the field. */
export function notAccessible(): GitHubGraphqlError {
  return new GitHubGraphqlError('FORBIDDEN', 'Resource not accessible by integration')
}

/** An error raised while executing, in GitHub's form. */
export function answeredError(error: GraphQLError): AnsweredError {
  const type = error.originalError instanceof GitHubGraphqlError ? error.originalError.type : undefined
  return { type, path: error.path, locations: error.locations, message: error.message }
}

/** An error found before executing, in GitHub's words where they differ from graphql-js's. */
export function answeredValidationError(error: GraphQLError): AnsweredError {
  const unknownField = /^Cannot query field "(\w+)" on type "(\w+)"/.exec(error.message)
  if (unknownField === null) return { locations: error.locations, message: error.message }
  const [, fieldName, typeName] = unknownField
  return {
    locations: error.locations,
    extensions: { code: 'undefinedField', typeName, fieldName },
    message: `Field '${fieldName}' doesn't exist on type '${typeName}'`,
  }
}
