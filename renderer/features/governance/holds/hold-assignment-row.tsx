import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Skeleton } from '../../../components/feedback/page-state.tsx';
import { RemoveButton } from '../../../parts/remove-button.tsx';
import { useNow } from '../../../state/hooks/use-now.ts';
import { byMarker } from '../../../state/service/list-parts.ts';
import { callService, SERVICE, useService } from '../../../state/service/service.ts';
import { useList } from '../../../state/service/use-list.ts';
import { administration } from '../../../texts/administration.ts';
import { formatMoment } from '../../../texts/format.ts';
import { KEPT_PAGE, KeptContent, type KeptFile, type KeptVersion } from '../kept-content.tsx';
import { TargetName, useTargetName } from '../target-name.tsx';
import type { HoldAssignment } from './hold.ts';

/** One target of a hold. Its held content is loaded on demand. */
export function HoldAssignmentRow({ assignment }: { assignment: HoldAssignment }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { id, assigned_to: target, deleted_at: releasedAt } = assignment;
  const isReleased = typeof releasedAt === 'string';
  const version = useHeldVersion(assignment);
  const name = useTargetName(target, version);
  const words = administration.governance;
  return (
    <li className="grid gap-2">
      {target !== undefined && <TargetName target={target} version={version} />}
      {isReleased && <span className="text-dim text-small">{words.releasing}</span>}
      <div className="flex flex-wrap gap-2">
        <Button aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isOpen ? words.hideHeld : words.showHeld}
        </Button>
        {!isReleased && (
          <RemoveButton
            label={words.releaseAssignmentOf(name)}
            title={words.releaseAssignmentTitle(name)}
            detail={words.releaseAssignmentDetail}
            action={words.releaseAction}
            act={(bridge) =>
              callService(bridge, 'deleteLegalHoldPolicyAssignment', {
                params: { legal_hold_policy_assignment_id: id },
              })
            }
          >
            {words.releaseAssignment}
          </RemoveButton>
        )}
      </div>
      {isOpen && <OnHold assignmentId={id} />}
    </li>
  );
}

/** Describes the version that an assignment holds, for which the service returns only an id; null: another kind of target. */
function useHeldVersion({ id, assigned_to: target }: HoldAssignment): string | null {
  const request = {
    params: { legal_hold_policy_assignment_id: id },
    query: { fields: 'name,version_number', limit: 1 },
  };
  const isVersion = target?.type === 'file_version';
  const past = useService('listFileVersionsOnHold', isVersion ? request : null);
  const current = useService('listFilesOnHold', isVersion ? request : null);
  const { name, version_number: number } = past.data?.entries[0] ?? current.data?.entries[0] ?? {};
  return name === undefined || number === undefined ? null : administration.governance.versionOf(name, number);
}

function OnHold({ assignmentId }: { assignmentId: string }): ReactNode {
  const params = { legal_hold_policy_assignment_id: assignmentId };
  const nowMs = useNow(60_000);
  const assignment = useService('getLegalHoldPolicyAssignment', { params });
  const files = useList<KeptFile>({
    key: [SERVICE, 'listFilesOnHold', assignmentId],
    read: byMarker((bridge, marker) =>
      callService(bridge, 'listFilesOnHold', { params, query: { fields: 'name', limit: KEPT_PAGE, ...marker } }),
    ),
    keepsPrevious: true,
  });
  const versions = useList<KeptVersion>({
    key: [SERVICE, 'listFileVersionsOnHold', assignmentId],
    read: byMarker((bridge, marker) =>
      callService(bridge, 'listFileVersionsOnHold', {
        params,
        query: { fields: 'name,version_number', limit: KEPT_PAGE, ...marker },
      }),
    ),
    keepsPrevious: true,
  });
  const { assigned_by: by, assigned_at: at } = assignment.data ?? {};
  const { heldFiles, heldVersions, assignedBy } = administration.governance;
  return (
    <>
      {assignment.isPending && <Skeleton className="h-4" />}
      <ErrorMessage error={assignment.error} />
      {by !== undefined && at !== undefined && (
        <p className="text-dim text-small">{assignedBy(by.name, formatMoment(Date.parse(at), nowMs, true))}</p>
      )}
      <KeptContent files={files} versions={versions} words={{ files: heldFiles, versions: heldVersions }} />
    </>
  );
}
