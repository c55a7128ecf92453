import { schema } from '@octokit/graphql-schema'
import { buildSchema, type GraphQLSchema } from 'graphql'

let built: GraphQLSchema | undefined

/**
 * GitHub's published schema, built once a process. It defines two fields twice, which graphql-js refuses unless
 * told that the text is valid.
 */
export function githubSchema(): GraphQLSchema {
  built ??= buildSchema(schema.idl, { assumeValidSDL: true, assumeValid: true, noLocation: true })
  return built
}
