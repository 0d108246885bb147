/** A name for what replaces something, and no more: `Replaced by`, `successors`. */
export const replacementLabel =
  /^\W*(?:(?:replaced|superseded|succeeded) (?:by|with)|replacements?|successors?|(?:use )?instead)\W*$/i
