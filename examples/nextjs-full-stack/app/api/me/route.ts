import { isSallyportError } from '@sallyport/node'
import { sallyport } from '../../sallyport'
import { signUps } from '../../sign-ups'

export async function GET(request: Request) {
  try {
    const { user_id } = await sallyport.authenticate(request)
    return Response.json({ user_id, told_of_sign_up: signUps.has(user_id) })
  } catch (error) {
    if (!isSallyportError(error)) throw error
    return Response.json({ error: error.code }, { status: error.status ?? 503 })
  }
}
