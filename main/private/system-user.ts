import { userInfo } from 'node:os';

/** The number of this computer's user; -1 on Windows, which has none. */
export const systemUserId = (): number => process.getuid?.() ?? -1;

/**
 * The name of this computer's user. A container may run programs as a number that its list of users lacks; then the environment's, or
 * `user`.
 */
export function systemUserName(
  env: NodeJS.ProcessEnv = process.env,
  known: () => { username: string } = userInfo,
): string {
  try {
    return known().username;
  } catch {
    return env['USER'] || env['LOGNAME'] || 'user';
  }
}
