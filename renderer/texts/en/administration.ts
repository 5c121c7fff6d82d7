import { connectionsTexts } from './administration/connections.ts';
import { governanceTexts } from './administration/governance.ts';

/** The texts of the pages of administrators, in English. */
export const englishAdministration = { ...connectionsTexts, ...governanceTexts } as const;
