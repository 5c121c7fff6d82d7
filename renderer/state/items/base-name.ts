/** The last part of a path with `/`. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The folder of a path with `/`; empty: it has none. */
export const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The extension of a file name with its dot; empty if there is none. A name that only begins with a dot has none. */
export const extensionOf = (name: string): string => /.(\.[^.]+)$/.exec(name)?.[1] ?? '';
