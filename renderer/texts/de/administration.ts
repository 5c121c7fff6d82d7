import type { AdministrationTexts } from '../texts-type.ts';
import { connectionsTexts } from './administration/connections.ts';
import { governanceTexts } from './administration/governance.ts';

/** The texts of the pages of administrators, in German. */
export const germanAdministration: AdministrationTexts = { ...connectionsTexts, ...governanceTexts };
