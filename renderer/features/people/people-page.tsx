import type { ReactNode } from 'react';
import { TabbedPage } from '../../components/layout/tabbed-page.tsx';
import { texts } from '../../texts/texts.ts';
import { GroupList } from './groups/group-list.tsx';
import { UserList } from './users/user-list.tsx';

/** Administration: the accounts of people, and the groups that they are in. */
export function PeoplePage(): ReactNode {
  const { title, tabs } = texts.people;
  return (
    <TabbedPage
      title={title}
      tabs={[
        { id: 'users', label: tabs.users, content: <UserList /> },
        { id: 'groups', label: tabs.groups, content: <GroupList /> },
      ]}
    />
  );
}
