import packageFile from '../package.json' with { type: 'json' };

/** The version of the service, from its single source. */
export const VERSION: string = packageFile.version;
