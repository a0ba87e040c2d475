/** A question and what becomes of its promise. */
interface Asked<Question, Answer> {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Lets questions that arrive at the same moment share one statement: what is asked within one turn of the event loop
 * goes out together. A question that comes alone does not wait for another.
 *
 * @param askAll  answers in the order of the questions; when it fails, all of them have failed.
 */
export function together<Question, Answer>(
  askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let waiting: Asked<Question, Answer>[] = []
  const send = () => {
    const asked = waiting
    waiting = []
    askAll(asked.map(({ question }) => question)).then(
      (answers) => {
        // There is one answer for each question.
        for (const [place, { resolve }] of asked.entries()) resolve(answers[place] as Answer)
      },
      (error) => {
        for (const { reject } of asked) reject(error)
      },
    )
  }
  return (question) =>
    new Promise((resolve, reject) => {
      // Immediates run when every socket that had something to say has been read.
      if (waiting.length === 0) setImmediate(send)
      waiting.push({ question, resolve, reject })
    })
}
