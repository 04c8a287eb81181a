export type FieldError = { resource: string; code: string; field?: string; message?: string };

/** An answer of GitHub's that ends a call: `{message, errors, documentation_url, status}`. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: readonly (FieldError | string)[];
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    message: string,
    errors: readonly (FieldError | string)[] = [],
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

export const notFound = (message = 'Not Found'): ApiError => new ApiError(404, message);

export const unprocessable = (message: string): ApiError => new ApiError(422, message);

export const validationFailed = (...errors: (FieldError | string)[]): ApiError =>
  new ApiError(422, 'Validation Failed', errors);

export const emptyRepository = (): ApiError => new ApiError(409, 'Git Repository is empty.');
