/** One entry of `errors` of a 422, in GitHub's form. */
export interface FieldError {
  resource: string
  field: string
  code: 'missing_field' | 'invalid' | 'custom' | 'unprocessable'
  message?: string
}

/** An error answer of the REST API. */
export class RestError extends Error {
  readonly status: number
  readonly errors: readonly (FieldError | string)[] | undefined
  readonly documentationUrl: string
  constructor(
    status: number,
    message: string,
    errors?: readonly (FieldError | string)[],
    documentationUrl = 'https://docs.github.com/rest',
  ) {
    super(message)
    this.status = status
    this.errors = errors
    this.documentationUrl = documentationUrl
  }
}

/** GitHub answers 404 for what a caller may not see as for what does not exist. */
export function notFound(): RestError {
  return new RestError(404, 'Not Found')
}

export function notAccessible(): RestError {
  return new RestError(403, 'Resource not accessible by integration')
}

export function unprocessable(message: string, errors?: readonly (FieldError | string)[]): RestError {
  return new RestError(422, message, errors)
}

/** The JSON body that goes with an error. */
export function errorBody(error: RestError): Record<string, unknown> {
  return {
    message: error.message,
    ...(error.errors === undefined ? {} : { errors: error.errors }),
    documentation_url: error.documentationUrl,
    status: String(error.status),
  }
}
