/** The message for the user when the system can't watch a folder, by system error code (edge case 118). */
export function watchTrouble(errno: string | null, directory: string): string {
  const fallback = 'Changes are still found by a scan at intervals.';
  switch (errno) {
    case 'ENOSPC':
      return (
        `The system's limit of watched folders is reached, so changes below "${directory}" are not seen at once. ${fallback} ` +
        'To see them at once, raise the limit: sudo sysctl fs.inotify.max_user_watches=524288'
      );
    case 'EMFILE':
    case 'ENFILE':
      return (
        `The system's limit of watchers or open files is reached, so changes below "${directory}" are not seen at once. ` +
        `${fallback} To see them at once, close other programs that watch files or raise the limit: ` +
        'sudo sysctl fs.inotify.max_user_instances=1024'
      );
    case 'EACCES':
    case 'EPERM':
      return `The system does not permit to watch "${directory}". ${fallback} Give your account the right to read it.`;
    default:
      return `Watching "${directory}" failed (${errno ?? 'unknown reason'}). ${fallback}`;
  }
}
