"""Checks the test vectors with Python and its package `cryptography`: python3 docs/vectors/verify.py"""
import base64, json, pathlib
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

here = pathlib.Path(__file__).parent
ecdsa = ec.ECDSA(hashes.SHA256())


def canonical(value):
    """The RFC 8785 form: members in the order of their UTF-16 units, no spaces."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(f"{canonical(name)}:{canonical(value[name])}" for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def text_to_sign(request):
    headers = {"privy-app-id": request["app_id"]}
    if "idempotency_key" in request:
        headers["privy-idempotency-key"] = request["idempotency_key"]
    if "request_expiry" in request:
        headers["privy-request-expiry"] = str(request["request_expiry"])
    body = request.get("body", "")
    return canonical({"version": 1, "method": request["method"], "url": request["url"], "body": body, "headers": headers})


def is_signed(public_key, signature, data):
    try:
        public_key.verify(signature, data, ecdsa)
        return True
    except InvalidSignature:
        return False


def from_base64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def token_state(case, given):
    """`valid`, `expired` or `invalid`."""
    head, claims, signature = case["token"].split(".")
    jwk = given["jwks"]["keys"][0]
    raw = from_base64url(signature)
    if json.loads(from_base64url(head)).get("alg") != "ES256" or len(raw) != 64:
        return "invalid"
    x, y, r, s = (int.from_bytes(part, "big") for part in (from_base64url(jwk["x"]), from_base64url(jwk["y"]), raw[:32], raw[32:]))
    key = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
    if not is_signed(key, utils.encode_dss_signature(r, s), f"{head}.{claims}".encode()):
        return "invalid"
    read = json.loads(from_base64url(claims))
    is_access = "sid" in read
    if read["aud"] != given["app_id"] or read["iss"] != given["issuer"] or is_access != (case["kind"] == "access"):
        return "invalid"
    return "valid" if read["exp"] + 5 > given["now_unix_seconds"] else "expired"


signatures = json.loads((here / "authorization-signatures.json").read_text("utf-8"))
public_key = serialization.load_der_public_key(base64.b64decode(signatures["public_key_spki"]))
for case in signatures["cases"]:
    text = text_to_sign(case["request"])
    assert text == case["signed_text"], case["name"]
    found = is_signed(public_key, base64.b64decode(case["signature"]), text.encode())
    assert found == (case["expect"] == "valid"), case["name"]

tokens = json.loads((here / "tokens.json").read_text("utf-8"))
for case in tokens["cases"]:
    assert token_state(case, tokens) == case["expect"], case["name"]

print(len(signatures["cases"]) + len(tokens["cases"]), "vectors hold")
