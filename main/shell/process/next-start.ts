import { optionsAmong } from '../incoming/given-files.ts';
import type { Given } from '../incoming/single-instance.ts';
import { afterFaultFlag } from './fault-guard.ts';
import { atLoginFlag } from './login-item.ts';

/** The arguments of a start that a person asks for while the application, which has `args`, is quitting. */
export function nextStart(args: readonly string[], isPackaged: boolean, { link, files }: Given): readonly string[] {
  const isOfThisStart = (arg: string): boolean => arg === atLoginFlag || arg.startsWith(afterFaultFlag);
  const options = optionsAmong(args, isPackaged).filter((arg) => !isOfThisStart(arg));
  return [...options, ...(link === null ? files : [link])];
}
