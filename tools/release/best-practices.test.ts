import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The ids of https://www.bestpractices.dev/criteria.
const criteria = {
  Passing: `description_good interact contribution contribution_requirements floss_license floss_license_osi
    license_location documentation_basics documentation_interface sites_https discussion english maintained repo_public
    repo_track repo_interim repo_distributed version_unique version_semver version_tags release_notes release_notes_vulns
    report_process report_tracker report_responses enhancement_responses report_archive vulnerability_report_process
    vulnerability_report_private vulnerability_report_response build build_common_tools build_floss_tools test
    test_invocation test_most test_continuous_integration test_policy tests_are_added tests_documented_added warnings
    warnings_fixed warnings_strict know_secure_design know_common_errors crypto_published crypto_call crypto_floss
    crypto_keylength crypto_working crypto_weaknesses crypto_pfs crypto_password_storage crypto_random delivery_mitm
    delivery_unsigned vulnerabilities_fixed_60_days vulnerabilities_critical_fixed no_leaked_credentials static_analysis
    static_analysis_common_vulnerabilities static_analysis_fixed static_analysis_often dynamic_analysis
    dynamic_analysis_unsafe dynamic_analysis_enable_assertions dynamic_analysis_fixed`,
  Silver: `achieve_passing contribution_requirements dco governance code_of_conduct roles_responsibilities
    access_continuity bus_factor documentation_roadmap documentation_architecture documentation_security
    documentation_quick_start documentation_current documentation_achievements accessibility_best_practices
    internationalization sites_password_security maintenance_or_update report_tracker vulnerability_report_credit
    vulnerability_response_process coding_standards coding_standards_enforced build_standard_variables
    build_preserve_debug build_non_recursive build_repeatable installation_common installation_standard_variables
    installation_development_quick external_dependencies dependency_monitoring updateable_reused_components
    interfaces_current automated_integration_testing regression_tests_added50 test_statement_coverage80
    test_policy_mandated tests_documented_added warnings_strict implement_secure_design crypto_weaknesses
    crypto_algorithm_agility crypto_credential_agility crypto_used_network crypto_tls12 crypto_certificate_verification
    crypto_verification_private signed_releases version_tags_signed input_validation hardening assurance_case
    static_analysis_common_vulnerabilities dynamic_analysis_unsafe`,
}

test.each(Object.entries(criteria))('SECURITY.md answers each criterion of the level %s once', (level, ids) => {
  const section = readFileSync('SECURITY.md', 'utf8').split(`### ${level}\n`)[1]!.split(/^##/mu)[0]!
  const cells = section.split('\n').map((line) => line.split('|')[1] ?? '')
  const answered = [...cells.join('\n').matchAll(/`(\w+)`/gu)]
  expect(answered.map(([, id]) => id!).toSorted()).toEqual(ids.split(/\s+/u).toSorted())
})
