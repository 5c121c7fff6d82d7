import path from 'node:path';

export type CopyParts = {
  readonly platform: NodeJS.Platform;
  /** The running AppImage, absolute. */
  readonly image: string | null;
  /** The running program, absolute. */
  readonly execPath: string;
  readonly exists: (file: string) => boolean;
  /** Same as `isPlaceLasting`. */
  readonly isPlaceLasting: boolean;
};

/**
 * True for an installed application, which an update may replace. An unpacked archive holds the same feed: on Linux perhaps with the note of a deb
 * or rpm that was built beside it, and on Windows that of the installer, which would install a second application.
 */
export function isInstalledCopy({ platform, image, execPath, exists, isPlaceLasting }: CopyParts): boolean {
  if (platform === 'linux') return image !== null || execPath.startsWith('/opt/');
  // The installer (NSIS) puts its uninstaller beside the program.
  if (platform === 'win32') return exists(path.win32.join(path.win32.dirname(execPath), 'Uninstall Tandem.exe'));
  return isPlaceLasting;
}
