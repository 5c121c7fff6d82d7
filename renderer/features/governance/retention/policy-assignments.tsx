import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Select } from '../../../components/controls/select.tsx';
import { Form } from '../../../components/form/form.tsx';
import { Section } from '../../../components/layout/card.tsx';
import type { ChosenItem } from '../../../parts/items/item-dialog.tsx';
import { ItemField } from '../../../parts/items/item-field.tsx';
import { RemoveButton } from '../../../parts/remove-button.tsx';
import type { ListSteps } from '../../../parts/rows/list-page.tsx';
import { ShortList } from '../../../parts/short-list.tsx';
import { byMarker } from '../../../state/service/list-parts.ts';
import { callService, SERVICE, useServiceAction } from '../../../state/service/service.ts';
import { useList } from '../../../state/service/use-list.ts';
import { administration } from '../../../texts/administration.ts';
import { texts } from '../../../texts/texts.ts';
import { KEPT_PAGE, KeptContent, type KeptFile, type KeptVersion } from '../kept-content.tsx';
import { TargetName, useTargetName } from '../target-name.tsx';
import type { PolicyAssignment } from './policy.ts';

type About = Pick<ListSteps, 'onTell'> & { readonly policyId: string };

const PAGE_SIZE = 100;

/** The targets of a retention policy. */
export function PolicyAssignments({ policyId, isActive, onTell }: About & { isActive: boolean }): ReactNode {
  const listing = useList<PolicyAssignment>({
    key: [SERVICE, 'listRetentionPolicyAssignments', policyId],
    read: byMarker((bridge, marker) =>
      callService(bridge, 'listRetentionPolicyAssignments', {
        params: { retention_policy_id: policyId },
        query: { fields: 'assigned_to,assigned_by,assigned_at', limit: PAGE_SIZE, ...marker },
      }),
    ),
    keepsPrevious: true,
  });
  const words = administration.governance;
  return (
    <Section title={words.assignments}>
      <ShortList label={words.assignments} listing={listing} nothing={words.noAssignments}>
        {(assignment) => (
          <AssignmentRow key={assignment.id} policyId={policyId} assignment={assignment} onTell={onTell} />
        )}
      </ShortList>
      {isActive && <Assign policyId={policyId} />}
    </Section>
  );
}

function AssignmentRow({ policyId, assignment, onTell }: About & { assignment: PolicyAssignment }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { id, assigned_to: target } = assignment;
  const name = useTargetName(target);
  if (target === undefined) return null;
  const words = administration.governance;
  const lifted = (): void =>
    onTell({
      sentence: words.lifted(name),
      undo: (bridge) =>
        callService(bridge, 'createRetentionPolicyAssignment', { body: { policy_id: policyId, assign_to: target } }),
    });
  return (
    <li className="grid gap-2">
      <TargetName target={target} />
      <div className="flex flex-wrap gap-2">
        <Button aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isOpen ? words.hideKept : words.showKept}
        </Button>
        <RemoveButton
          label={words.liftOf(name)}
          title={words.liftTitle(name)}
          detail={words.liftDetail}
          action={words.lift}
          act={(bridge) =>
            callService(bridge, 'deleteRetentionPolicyAssignment', { params: { retention_policy_assignment_id: id } })
          }
          onDone={lifted}
        >
          {words.lift}
        </RemoveButton>
      </div>
      {isOpen && <UnderRetention assignmentId={id} />}
    </li>
  );
}

function UnderRetention({ assignmentId }: { assignmentId: string }): ReactNode {
  const params = { retention_policy_assignment_id: assignmentId };
  const files = useList<KeptFile>({
    key: [SERVICE, 'listFilesUnderRetention', assignmentId],
    read: byMarker((bridge, marker) =>
      callService(bridge, 'listFilesUnderRetention', {
        params,
        query: { fields: 'name', limit: KEPT_PAGE, ...marker },
      }),
    ),
    keepsPrevious: true,
  });
  const versions = useList<KeptVersion>({
    key: [SERVICE, 'listFileVersionsUnderRetention', assignmentId],
    read: byMarker((bridge, marker) =>
      callService(bridge, 'listFileVersionsUnderRetention', {
        params,
        query: { fields: 'name,version_number', limit: KEPT_PAGE, ...marker },
      }),
    ),
    keepsPrevious: true,
  });
  const { keptFiles, keptVersions } = administration.governance;
  return <KeptContent files={files} versions={versions} words={{ files: keptFiles, versions: keptVersions }} />;
}

const fields = ['assign_to'];
type TargetType = keyof typeof administration.governance.policyTargets;

function Assign({ policyId }: { policyId: string }): ReactNode {
  const [type, setType] = useState<TargetType>('folder');
  const [folder, setFolder] = useState<ChosenItem | null>(null);
  const assign = useServiceAction((bridge) =>
    callService(bridge, 'createRetentionPolicyAssignment', {
      body: { policy_id: policyId, assign_to: type === 'enterprise' ? { type } : { type, id: folder?.id ?? '' } },
    }),
  );
  const words = administration.governance;
  return (
    <div className="border-line border-t pt-4">
      <Form
        fields={fields}
        sending={assign}
        action={words.assign}
        isReady={type === 'enterprise' || folder !== null}
        onSent={() => setFolder(null)}
      >
        <Select
          label={words.assignTo}
          options={(['folder', 'enterprise'] as const).map((id) => ({ id, label: words.policyTargets[id] }))}
          value={type}
          onChange={setType}
        />
        {type === 'folder' && (
          <ItemField label={texts.manage.folder} types={['folder']} item={folder} onChoose={setFolder} />
        )}
      </Form>
    </div>
  );
}
