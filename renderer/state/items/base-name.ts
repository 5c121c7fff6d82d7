/** The last part of a path with `/`. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The extension of a file name with its dot; empty if there is none. A name that only begins with a dot has none. */
export const extensionOf = (name: string): string => /.(\.[^.]+)$/.exec(name)?.[1] ?? '';
