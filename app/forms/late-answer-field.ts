/** The field by which a form's own page asks for an answer that is there already: its action is not run then. */
export const lateAnswerField = 'lateAnswer'
