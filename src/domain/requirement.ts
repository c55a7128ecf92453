/** Whether a ruleset makes a check a condition for merging into one branch, as far as the app can see. */
export type Requirement =
  /** `this-app`: only a run of this app satisfies it. `anyone`: whoever may write checks or statuses does. */
  | { readonly kind: 'required'; readonly source: 'this-app' | 'anyone' | 'another-app' }
  /** No ruleset asks for it. Classic branch protection cannot be seen without administration rights. */
  | { readonly kind: 'not-required' }
  | { readonly kind: 'unread' }
