import { type FullUser, UNLIMITED_SPACE } from '../../../contract/resources/people/user.ts';
import type { UserRecord } from '../../ports/metadata/people/users.ts';
import { presentUserMini } from '../kernel/mini.ts';
import type { ServiceSettings } from '../service.ts';
import { presentDate, presentOptionalDate } from './dates.ts';

/** A user in full, without `my_tags`, which are the caller's. */
export function presentUser(user: UserRecord, settings: ServiceSettings): FullUser {
  const { profile } = user;
  const email = profile.notificationEmail;
  return {
    ...presentUserMini(user.id, user),
    created_at: presentDate(user.createdAt),
    modified_at: presentDate(user.modifiedAt),
    language: user.language,
    timezone: user.timezone,
    space_amount: user.spaceAmountBytes ?? UNLIMITED_SPACE,
    space_used: user.spaceUsedBytes,
    max_upload_size: user.maxUploadBytes ?? settings.maxFileBytes,
    status: user.status,
    job_title: profile.jobTitle,
    phone: profile.phone,
    address: profile.address,
    avatar_url: `${settings.publicUrl()}/2.0/users/${user.id}/avatar`,
    notification_email: email === null ? null : { email: email.email, is_confirmed: email.isConfirmed },
    role: user.role,
    tracking_codes: profile.trackingCodes.map(({ name, value }) => ({ type: 'tracking_code', name, value })),
    can_see_managed_users: user.role !== 'user' || profile.canSeeManagedUsers,
    is_sync_enabled: profile.isSyncEnabled,
    is_external_collab_restricted: profile.isExternalCollabRestricted,
    is_exempt_from_device_limits: profile.isExemptFromDeviceLimits,
    is_exempt_from_login_verification: profile.isExemptFromLoginVerification,
    enterprise: { id: settings.enterprise.id, type: 'enterprise', name: settings.enterprise.name },
    hostname: `${settings.publicUrl()}/`,
    is_platform_access_only: profile.isPlatformAccessOnly,
    external_app_user_id: user.externalAppUserId,
    last_sign_in_at: presentOptionalDate(user.lastSignInAt),
  };
}
