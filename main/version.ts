import packageFile from '../package.json' with { type: 'json' };

/** The program's version, from its single source. */
export const VERSION: string = packageFile.version;
