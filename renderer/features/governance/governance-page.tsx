import type { ReactNode } from 'react';
import { TabbedPage } from '../../components/layout/tabbed-page.tsx';
import { texts } from '../../texts/texts.ts';
import { HoldList } from './holds/hold-list.tsx';
import { PolicyList } from './retention/policy-list.tsx';

/** Administration of legal holds and retention. */
export function GovernancePage(): ReactNode {
  const { title, tabs } = texts.governance;
  return (
    <TabbedPage
      title={title}
      tabs={[
        { id: 'holds', label: tabs.holds, content: <HoldList /> },
        { id: 'retention', label: tabs.retention, content: <PolicyList /> },
      ]}
    />
  );
}
