/** Where the policy file lives, in a repository and in the organisation's `.github` repository. */
export const policyPath = '.github/claimwarden.yml'
