import type { ReactNode } from 'react';
import { TabbedPage } from '../../components/layout/tabbed-page.tsx';
import { administration } from '../../texts/administration.ts';
import { texts } from '../../texts/texts.ts';
import { HoldList } from './holds/hold-list.tsx';
import { PolicyList } from './retention/policy-list.tsx';

/** Administration of legal holds and retention. */
export function GovernancePage(): ReactNode {
  const { tabs } = administration.governance;
  return (
    <TabbedPage
      title={texts.navigation.governance}
      tabs={[
        { id: 'holds', label: tabs.holds, content: <HoldList /> },
        { id: 'retention', label: tabs.retention, content: <PolicyList /> },
      ]}
    />
  );
}
