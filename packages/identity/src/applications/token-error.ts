/** Error codes of OAuth 2.0 (RFC 6749 §5.2, and `invalid_resource` of RFC 8707 and Entra ID) that the endpoints use. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_resource'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type';

/** A refusal of the token endpoint; the message goes to the caller. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const statusOf = (code: OAuthErrorCode): number => (code === 'invalid_client' ? 401 : 400);
