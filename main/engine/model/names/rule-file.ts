import { ruleFileName } from '../../../../contract/rules/names.ts';

/** The name of rule files, at the root and in any folder. They sync like any file. */
export const IGNORE_FILE = ruleFileName;
