/** The error codes of OAuth responses (RFC 6749 4.1.2.1 and 5.2, RFC 8693 2.2.2). */
export type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unauthorized_client'
  | 'unsupported_response_type';

/** A sign-in or token request failed, with the OAuth error code for the client. */
export class OAuthFault extends Error {
  readonly code: OAuthErrorCode;
  constructor(code: OAuthErrorCode, message: string) {
    super(message);
    this.name = 'OAuthFault';
    this.code = code;
  }
}
