/** The address of a person: their sign-in name, where it is one. */
export const addressOf = ({ username }: { readonly username: string }): string | null =>
  /^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>"]+$/.test(username) ? username : null;
