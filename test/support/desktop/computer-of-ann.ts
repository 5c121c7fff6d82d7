import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

/**
 * Loaded before a program: the computer and the account that it runs in are always the same, so pictures do not show those of whoever takes
 * them.
 */
const { userInfo } = os;
os.hostname = () => 'anns-laptop';
// The overload for buffers has no caller.
os.userInfo = (() => ({ ...userInfo(), username: 'ann' })) as typeof os.userInfo;
syncBuiltinESMExports();
