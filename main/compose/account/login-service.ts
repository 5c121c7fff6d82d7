import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { loginServiceLog } from '../../log-file.ts';
import { type LoginService, loginService } from '../../login-service/login-service.ts';
import { unitFile } from '../../login-service/units.ts';
import { systemUserId } from '../../private/system-user.ts';

/** The login service for a state folder; it runs this program on the current Node. Null: not supported here. */
export function composeLoginService(state: string): LoginService | null {
  const { platform } = process;
  const file = unitFile(platform, homedir(), process.env);
  if (file === null || (platform !== 'linux' && platform !== 'darwin')) return null;
  const program = [process.execPath, fileURLToPath(new URL('../../../bin/tandem.mjs', import.meta.url))];
  const started = { program, state, logFile: loginServiceLog(state) };
  return loginService({ platform, file, started, userId: systemUserId() });
}
