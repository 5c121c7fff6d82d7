/** Services whose other addresses do not follow from the base URL. They sign in only an application that is registered there, with its secret. */
const services: ReadonlyMap<string, KnownService> = new Map([
  [
    'https://api.box.com/2.0',
    {
      uploadUrl: 'https://upload.box.com/api/2.0',
      signInUrl: 'https://account.box.com/api/oauth2/authorize',
    },
  ],
]);

type KnownService = { readonly uploadUrl: string; readonly signInUrl: string };

/** Null: everything about the service has to be given or follows from its base URL. */
export const knownService = (baseUrl: string): KnownService | null => services.get(baseUrl) ?? null;
