import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../../../components/overlay/form-dialog.tsx';
import { GroupField } from '../../../../parts/person-field.tsx';
import type { ListSteps } from '../../../../parts/rows/list-page.tsx';
import { callService, useServiceAction } from '../../../../state/service/service.ts';
import { texts } from '../../../../texts/texts.ts';
import type { User } from '../user.ts';

const fields = ['group'];

/** Takes a user into a group, which gives the access of its members. */
export function AddToGroupDialog({
  user: { id, name = '' },
  onTell,
  onClose,
}: Pick<ListSteps, 'onTell'> & { readonly user: User; onClose: () => void }): ReactNode {
  const [groupId, setGroupId] = useState<string | null>(null);
  const { addToGroupTitle, addToGroupAction, addedToGroup } = texts.people;
  const add = useServiceAction(
    (bridge) => callService(bridge, 'createGroupMembership', { body: { user: { id }, group: { id: groupId ?? '' } } }),
    (membership) =>
      onTell({
        sentence: addedToGroup(name, membership.group?.name ?? ''),
        undo: (bridge) =>
          callService(bridge, 'deleteGroupMembership', { params: { group_membership_id: membership.id } }),
      }),
  );
  return (
    <FormDialog
      title={addToGroupTitle(name)}
      fields={fields}
      sending={add}
      action={addToGroupAction}
      isReady={groupId !== null}
      onSent={onClose}
      onClose={onClose}
    >
      <GroupField name="group" label={texts.manage.group} onChoose={setGroupId} />
    </FormDialog>
  );
}
