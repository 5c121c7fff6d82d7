import type { AcceptanceRequirementsStatus } from '../../../contract/resources/collaboration.ts';

/**
 * What must hold before an invitation can be accepted, as it is here: there are no terms of service, and neither strong passwords
 * nor a second factor are asked of people from elsewhere. Of the invited account nothing is known that could be told.
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
