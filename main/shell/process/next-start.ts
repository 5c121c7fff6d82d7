import type { Given } from '../incoming/single-instance.ts';
import { lastingOptions } from './fault-guard.ts';

/** The arguments of a start that a person asks for while the application, which has `args`, is quitting. */
export function nextStart(args: readonly string[], isPackaged: boolean, { link, files }: Given): readonly string[] {
  return [...lastingOptions(args, isPackaged), ...(link === null ? files : [link])];
}
