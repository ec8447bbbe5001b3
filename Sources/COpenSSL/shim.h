// OpenSSL for Swift: macros as functions.
#ifndef FEEDHERALD_COPENSSL_SHIM_H
#define FEEDHERALD_COPENSSL_SHIM_H
#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

static inline long feedherald_bio_data(BIO *bio, char **data) { return BIO_get_mem_data(bio, data); }
static inline int feedherald_x509_count(STACK_OF(X509) *stack) { return sk_X509_num(stack); }
static inline X509 *feedherald_x509_at(STACK_OF(X509) *stack, int at) { return sk_X509_value(stack, at); }
static inline STACK_OF(X509) *feedherald_x509_stack(void) { return sk_X509_new_null(); }
static inline void feedherald_x509_stack_free(STACK_OF(X509) *stack) { sk_X509_pop_free(stack, X509_free); }
static inline long feedherald_ssl_server_name(SSL *ssl, const char *name) {
    return SSL_set_tlsext_host_name(ssl, name);
}
static inline long feedherald_ssl_minimum_tls12(SSL_CTX *context) {
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}
static inline long feedherald_ssl_add_chain(SSL_CTX *context, X509 *certificate) {
    return SSL_CTX_add1_chain_cert(context, certificate);
}
// Writes may be cut anywhere and tried again from another buffer that holds the same bytes.
static inline long feedherald_ssl_partial_writes(SSL *ssl) {
    return SSL_set_mode(ssl, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}
static inline long feedherald_ssl_peer_fault(SSL *ssl) { return SSL_get_verify_result(ssl); }
#endif
