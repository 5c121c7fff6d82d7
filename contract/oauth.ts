/*
 * Constants shared by both ends of a sign-in. The exchanges themselves follow RFC 6749, 7636, 7009 and 8693, at
 * `/oauth2/authorize`, `/oauth2/token` and `/oauth2/revoke` of the service.
 */

/** The client that every service knows: our own, public, with a loopback redirect on any port (RFC 8252 7.3). */
export const builtInClient = { id: 'tandem-desktop', name: 'Tandem', redirectPath: '/callback' } as const;

/** The redirect URI to register Tandem with at a service. Any port of it counts (RFC 8252 7.3): the client listens on a free one. */
export const loopbackRedirectUri = `http://127.0.0.1${builtInClient.redirectPath}`;

/** Values of `grant_type` at the token endpoint. */
export const grantTypes = {
  code: 'authorization_code',
  refresh: 'refresh_token',
  clientCredentials: 'client_credentials',
  assertion: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
  exchange: 'urn:ietf:params:oauth:grant-type:token-exchange',
} as const;

/** The only token type that is exchanged and issued. */
export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/**
 * Optional fields of a code exchange that pin the device: an id that stays the same on this device, and the client's name for it.
 * Deleting the pin revokes every sign-in on that device.
 */
export const deviceFields = { id: 'box_device_id', name: 'box_device_name' } as const;
