/** Error codes of OAuth 2.0 (RFC 6749 §5.2, and `invalid_resource` of RFC 8707 and Entra ID) that the endpoints use. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_resource'
  | 'invalid_scope'
  | 'temporarily_unavailable'
  | 'unauthorized_client'
  | 'unsupported_grant_type';

/** A refusal of the token endpoint; the message goes to the caller. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly code: OAuthErrorCode;
  /** Seconds after which the same request may be answered. */
  readonly retryAfterS: number | undefined;

  constructor(
    code: OAuthErrorCode,
    message: string,
    { retryAfterS, ...options }: ErrorOptions & { readonly retryAfterS?: number } = {},
  ) {
    super(message, options);
    this.code = code;
    this.retryAfterS = retryAfterS;
  }
}

export const statusOf = (code: OAuthErrorCode): number => {
  if (code === 'temporarily_unavailable') return 429;
  return code === 'invalid_client' ? 401 : 400;
};
