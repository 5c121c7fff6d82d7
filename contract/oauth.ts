/*
 * What the ends of a sign-in agree on (service-decisions B 2). The exchanges themselves are those of RFC 6749, 7636, 7009
 * and 8693, at `/oauth2/authorize`, `/oauth2/token` and `/oauth2/revoke` below the address of the service.
 */

/** The client that every service knows: our own, public, with a redirect to a loopback address of any port (RFC 8252 7.3). */
export const builtInClient = { id: 'tandem-desktop', name: 'Tandem', redirectPath: '/callback' } as const;

/** Values of `grant_type` at the token address. */
export const grantTypes = {
  code: 'authorization_code',
  refresh: 'refresh_token',
  clientCredentials: 'client_credentials',
  assertion: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
  exchange: 'urn:ietf:params:oauth:grant-type:token-exchange',
} as const;

/** The one kind of token that is exchanged and issued. */
export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/**
 * Fields that a client may add when it trades a code, so that the sign-in shows as a device pin: an id that stays the same on
 * this device, and what the client is called there. Deleting the pin ends every sign-in of that device.
 */
export const deviceFields = { id: 'box_device_id', name: 'box_device_name' } as const;
