import type { FullUser } from '../../../contract/resources/user.ts';
import type { UserRecord } from '../../ports/metadata/users.ts';
import type { ServiceSettings } from '../service.ts';
import { presentDate } from './dates.ts';
import { presentUserMini } from './mini.ts';

/** A person in full (service-api.md 2.13). */
export function presentUser(user: UserRecord, settings: ServiceSettings): FullUser {
  return {
    ...presentUserMini(user.id, user),
    created_at: presentDate(user.createdAt),
    modified_at: presentDate(user.modifiedAt),
    language: user.language,
    timezone: user.timezone,
    space_amount: user.spaceAmountBytes ?? -1,
    space_used: user.spaceUsedBytes,
    max_upload_size: settings.maxFileBytes,
    status: user.status,
    job_title: '',
    phone: '',
    address: '',
    avatar_url: '',
    notification_email: null,
    role: user.role,
    tracking_codes: [],
    can_see_managed_users: user.role !== 'user',
    is_sync_enabled: true,
    is_external_collab_restricted: false,
    is_exempt_from_device_limits: false,
    is_exempt_from_login_verification: false,
    enterprise: { id: settings.enterprise.id, type: 'enterprise', name: settings.enterprise.name },
    my_tags: [],
    is_platform_access_only: false,
    external_app_user_id: null,
  };
}
