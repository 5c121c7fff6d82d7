import type { ReactNode } from 'react';
import { TabbedPage } from '../../components/layout/tabbed-page.tsx';
import { useService } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { GroupList } from './groups/group-list.tsx';
import { UserList } from './users/user-list.tsx';

/** Administration: the accounts of people, and the groups that they are in. */
export function PeoplePage({ parameters }: { parameters: URLSearchParams }): ReactNode {
  const { title, tabs } = texts.people;
  const person = parameters.get('person');
  const users = useService('listUsers', numberOnly).data?.total_count ?? null;
  const groups = useService('listGroups', numberOnly).data?.total_count ?? null;
  return (
    <TabbedPage
      title={title}
      tabs={[
        {
          id: 'users',
          label: tabs.users,
          count: users,
          content: <UserList key={person} first={person} find={parameters.get('find') ?? ''} />,
        },
        { id: 'groups', label: tabs.groups, count: groups, content: <GroupList /> },
      ]}
    />
  );
}

/** Asks for as little as the service allows: the answer gives the number of all. */
const numberOnly = { query: { fields: 'id', limit: 1 } };
