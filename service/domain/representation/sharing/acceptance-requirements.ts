import type { AcceptanceRequirementsStatus } from '../../../../contract/resources/sharing/collaboration.ts';

/**
 * The requirements for accepting an invitation. This service has no terms of service, and requires neither strong passwords nor a
 * second factor of external users. It knows nothing about the invited account that it could report.
 */
export function acceptanceRequirements(): AcceptanceRequirementsStatus {
  return {
    terms_of_service_requirement: { is_accepted: true, terms_of_service: null },
    strong_password_requirement: {
      enterprise_has_strong_password_required_for_external_users: false,
      user_has_strong_password: false,
    },
    two_factor_authentication_requirement: {
      enterprise_has_two_factor_auth_enabled: false,
      user_has_two_factor_authentication_enabled: false,
    },
  };
}
