import packageFile from '../package.json' with { type: 'json' };

/** The version of the program, from the one place that has it. */
export const VERSION: string = packageFile.version;
